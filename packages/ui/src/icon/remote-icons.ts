const found = new Map<string, boolean>()

/** Where the build puts the icon of this name (see vite.ts). */
export function iconAddress(name: string): string {
  return `${import.meta.env.BASE_URL}assets/icons/${name}.svg`
}

/** True or false once the icon was looked for, else undefined. */
export function isKnownIcon(name: string): boolean | undefined {
  return /^[a-z0-9_]{1,60}$/.test(name) ? found.get(name) : false
}

/** Fetches an icon into the browser's cache; false when there is none of this name (a page answers in its place). */
export async function findIcon(name: string): Promise<boolean> {
  const image = new Image()
  image.src = iconAddress(name)
  const isFound = await image.decode().then(
    () => true,
    () => false,
  )
  found.set(name, isFound)
  return isFound
}
