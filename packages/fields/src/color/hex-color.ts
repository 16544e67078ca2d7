/** True for `#rrggbb`, in lower or upper case. */
export const isHexColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

export const hexColorLength = 7
