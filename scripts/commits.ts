import { execFileSync } from 'node:child_process'

const maxSubject = 72

/**
 * Faults in the messages of the commits that `HEAD` has and its base lacks, as `commit fault`. The base is `since`, or
 * the main branch if that is empty or unknown here; without a base, or outside a repository, nothing is checked.
 */
export function wrongMessages(root: string, since = ''): string[] {
  const base = [since, 'origin/HEAD', 'origin/main', 'main'].find((name) => name !== '' && isCommit(root, name))
  if (base === undefined) return []
  const log = git(root, 'log', '--no-merges', '--format=%h%x00%B%x01', `${base}..HEAD`)
  return log.split('\x01').flatMap((entry) => {
    const [id = '', message] = entry.trim().split('\0')
    if (message === undefined) return []
    return faultsOf(message).map((fault) => `${id} ${fault}`)
  })
}

/** Faults of one commit message. */
export function faultsOf(message: string): string[] {
  const [subject = '', gap = '', ...body] = message.trimEnd().split('\n')
  // `git revert` quotes the other subject, and adds no reason.
  const isRevert = subject.startsWith('Revert "')
  const faults: string[] = []
  if (!isRevert && !/^[a-z0-9][a-z0-9 ,/.-]*: \S/.test(subject))
    faults.push('the subject names no area first, as in "http: …"')
  if (!isRevert && subject.length > maxSubject)
    faults.push(`the subject has ${subject.length} characters, and ${maxSubject} are allowed`)
  if (gap.trim() !== '') faults.push('a blank line is missing after the subject')
  if (gap.trim() === '' && body.join('').trim() === '') faults.push('the body with the reason is missing')
  return faults
}

function isCommit(root: string, name: string): boolean {
  try {
    git(root, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`)
    return true
  } catch {
    return false
  }
}

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

if (import.meta.main) {
  const wrong = wrongMessages(process.cwd(), process.env.COMMITS_SINCE)
  for (const line of wrong) console.error(line)
  if (wrong.length > 0)
    console.error('Mend them with "git commit --amend" or "git rebase -i"; CONTRIBUTING.md has the rule.')
  process.exitCode = wrong.length === 0 ? 0 : 1
}
