import type { RouteRequest } from '../route.ts'

export const TRASH_REQUESTS = {
  listTrash: { summary: 'What was deleted in the last 30 days and can be restored, the newest first' },
  restoreFromTrash: {
    summary:
      'Restores something with all that it needs: a flow with its connections, a connection with its credentials',
  },
  deletePermanently: {
    summary: 'Deletes something in the trash permanently; runs, receipts and usage of a flow stay',
  },
} satisfies Record<string, RouteRequest>
