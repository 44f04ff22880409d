import { ConnectionsPage } from './connections-page.tsx'

export const DestinationsPage = () => <ConnectionsPage role="destination" />
