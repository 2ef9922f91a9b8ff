"""What every resource of the API is built on."""
