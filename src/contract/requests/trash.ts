import type { RouteRequest } from '../route.ts'

export const TRASH_REQUESTS = {
  listTrash: {
    summary: 'What was deleted in the last 30 days and can be restored, the newest first',
    request: null,
  },
  restoreFromTrash: {
    summary:
      'Restores something with all that it needs: a flow with its connections, a connection with its credentials',
    request: null,
  },
  deletePermanently: {
    summary: 'Deletes something in the trash permanently; runs, receipts and usage of a flow stay',
    request: null,
  },
} satisfies Record<string, RouteRequest>
