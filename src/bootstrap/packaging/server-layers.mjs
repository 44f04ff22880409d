/** The folders of `src` with the code that runs on a server; the client is in `dist`. */
export const SERVER_LAYERS = ['server', 'cli', 'sdk', 'engine', 'core/catalog', 'contract', 'stand-ins']
