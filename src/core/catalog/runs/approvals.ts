/** How long a person's approval of a dry run is valid. */
export const APPROVAL_HOURS = 24
