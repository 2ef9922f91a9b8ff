"""Messages to browsers: encrypted (RFC 8291), signed (RFC 8292) and handed to the browser's push service (RFC 8030)."""
