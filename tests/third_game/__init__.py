"""A third game goes through the whole site, by the steps that CONTRIBUTING lists."""
