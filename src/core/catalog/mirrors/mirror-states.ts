/** What people want of a mirror. `off`: the source keeps no log for it any more. */
export const WANTED_MIRRORS = ['on', 'paused', 'off'] as const

export type WantedMirror = (typeof WANTED_MIRRORS)[number]

/** What a mirror does. `failing`: it tries again by itself; `stopping`: the source is told to forget its log. */
export const MIRROR_STATES = [
  'starting',
  'copying',
  'following',
  'failing',
  'pausing',
  'paused',
  'stopping',
  'off',
] as const

export type MirrorState = (typeof MIRROR_STATES)[number]

/** `copying`: its changes wait for the end of a copy; `paused`: they wait for a person. */
export const MIRRORED_TABLE_STATES = ['copying', 'following', 'paused'] as const

export type MirroredTableState = (typeof MIRRORED_TABLE_STATES)[number]

/** What people ask for one table of a mirror. */
export const MIRRORED_TABLE_ACTIONS = ['pause', 'resume', 'copy'] as const

export type MirroredTableAction = (typeof MIRRORED_TABLE_ACTIONS)[number]
