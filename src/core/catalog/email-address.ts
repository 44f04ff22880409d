const LONGEST = 320

/** Whether a text can be an address at all: one @ between two parts without white space. What it reaches is not asked. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= LONGEST && /^[^\s\p{C}@]+@[^\s\p{C}@]+$/u.test(text)
