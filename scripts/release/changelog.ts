const unreleased = '## [Unreleased]'

/**
 * The changelog with its *Unreleased* part as the part of `version`, below a new empty one, and that part's text.
 * @throws Error when *Unreleased* is empty, or the version has a part already
 */
export function releaseChangelog(text: string, version: string, date: string): { text: string; notes: string } {
  const start = text.indexOf(`${unreleased}\n`)
  if (start < 0) throw new Error(`CHANGELOG.md has no part "${unreleased}".`)
  if (text.includes(`\n## [${version}]`)) throw new Error(`CHANGELOG.md has a part for ${version} already.`)
  const from = start + unreleased.length
  const next = text.indexOf('\n## ', from)
  const notes = text.slice(from, next < 0 ? undefined : next).trim()
  if (!/^- /m.test(notes))
    throw new Error('CHANGELOG.md has nothing under "Unreleased", so there is nothing to release.')
  const rest = next < 0 ? '' : text.slice(next)
  return { text: `${text.slice(0, from)}\n\n## [${version}] - ${date}\n\n${notes}\n${rest}`, notes }
}
