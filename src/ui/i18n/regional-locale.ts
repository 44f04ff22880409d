/** Some Chromium on Linux names `en-US@posix`, which `Intl` refuses. */
const TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/

/** A language as the region of its reader writes numbers and times: English is `en-GB` for a browser that asks for it. */
export const regionalLocale = (language: string, wanted: readonly string[] = navigator.languages): string =>
  wanted.find((tag) => TAG.test(tag) && tag.split('-')[0] === language) ?? language
