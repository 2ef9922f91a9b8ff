"""What every resource of the API shares: who is asking, how often, what is answered when it does not work."""
