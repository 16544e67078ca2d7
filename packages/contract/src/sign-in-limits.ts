/** The limits that the sign-in page needs: it loads no others (reference: http-api, Limits). */
export const signInLimits = {
  /** Maximum length of an id and of a Data, Link, Select, Dynamic Link and Read Only value, in UTF-16 units. */
  dataLength: 140,
  passwordLength: 512,
} as const
