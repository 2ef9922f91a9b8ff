"""What operators watch: metrics, and checks that say in words what is wrong."""
