import { ConnectionsPage } from './connections-page.tsx'

export const DestinationsPage = () => <ConnectionsPage end="destination" />
