// What the command line names of HTTP, apart from what serves it: each command would load that, too.

/** Seconds; longer than the 60 of common load balancers, so that they close idle connections first. */
export const KEEP_ALIVE_S = 65;

/** Requests that are logged: all, those with a status of 500 or above, or none. */
export type LoggedRequests = (typeof LOGGED_REQUESTS)[number];
export const LOGGED_REQUESTS = ["all", "failed", "none"] as const;
