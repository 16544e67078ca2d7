/** The parts of a `package-lock.json` that this file reads. */
export interface Lock {
  packages: Readonly<Record<string, LockEntry>>
}

interface LockEntry {
  version?: string
  link?: boolean
  dependencies?: Readonly<Record<string, string>>
  optionalDependencies?: Readonly<Record<string, string>>
  peerDependencies?: Readonly<Record<string, string>>
  peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>
}

export interface ExactDependencies {
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

/**
 * Some packages and all their dependencies, at the versions of the repository's lock. An installed package gets no lock
 * (npm follows a shrinkwrap only from a registry), so it names them all; copies that the lock nests in another package
 * follow that package's range.
 * @throws Error when the lock lacks one of them
 */
export function exactDependencies(
  lock: Lock,
  names: readonly string[],
  optional: readonly string[],
): ExactDependencies {
  const required = reach(lock, names, false)
  const all = reach(lock, [...names, ...optional], true)
  return { dependencies: versions(lock, required), optionalDependencies: versions(lock, all.difference(required)) }
}

function versions(lock: Lock, places: ReadonlySet<string>): Record<string, string> {
  const found = [...places].sort().flatMap((place) => {
    const name = place.slice('node_modules/'.length)
    return name.includes('/node_modules/') ? [] : [[name, lock.packages[place]?.version ?? '']]
  })
  return Object.fromEntries(found)
}

/** The places in the lock of some packages and all their dependencies. */
function reach(lock: Lock, names: readonly string[], withOptional: boolean): Set<string> {
  const places = new Set(names.map((name) => placeOf(lock, '', name)))
  for (const place of places) {
    const entry = lock.packages[place] ?? {}
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = entry
    const isOptional = (name: string) => name in optionalDependencies || peerDependenciesMeta[name]?.optional === true
    const needed = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !isOptional(name))
    for (const name of needed) places.add(placeOf(lock, place, name))
    if (withOptional) for (const name of Object.keys(optionalDependencies)) places.add(placeOf(lock, place, name))
  }
  return places
}

/** The place where Node finds a package that a place imports. */
function placeOf(lock: Lock, from: string, name: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder && `${folder}/`}node_modules/${name}`
    const entry = lock.packages[place]
    if (entry && !entry.link) return place
    if (folder === '') throw new Error(`package-lock.json does not have ${name}: run "npm install".`)
  }
}
