/**
 * What a search that finds nothing says, without the page: one that waits for something fails and asks again many times,
 * and would write the whole page out each time. `clean-up.ts` shows the page of a test that failed, once.
 */
export const elementError = (message: string | null): Error =>
  Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
