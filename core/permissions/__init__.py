"""The register of permissions, the seats they are granted to, and the table of both."""
