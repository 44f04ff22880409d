const LONGEST = 320

/** Whether a text has the form of an address: one @ between two parts without white space. Deliverability is not checked. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= LONGEST && /^[^\s\p{C}@]+@[^\s\p{C}@]+$/u.test(text)
