const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** An id of naming rule Hash (reference: metadata, Naming rules), made here so that others can link to it at once. */
export const newRowId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => alphabet[byte & 31]).join('')
