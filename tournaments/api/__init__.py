"""Events for programs: everything that the pages of an event show and do, by the same services and policies."""
