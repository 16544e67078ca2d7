import { notPossibleNow, Problem } from '@tavla/contract'
import type { LineProblem, Prepared } from '../writing/prepare.ts'

/**
 * A record that has come or gone since the dry run would meet another fate than the one that was shown.
 * @throws Problem that refuses it
 */
export function requireAsPlanned({ lines, id, problems }: Prepared): void {
  if (problems.length > 0) throw refusal(problems)
  const planned = lines[0]?.fate?.outcome
  if ((planned === 'create') === (id === undefined)) return
  throw notPossibleNow({ text: 'The records changed since the plan was made. Look at it again.' })
}

function refusal(problems: readonly LineProblem[]): Problem {
  const [first] = problems as [LineProblem]
  const errors = problems.map(({ target, message }) => ({ fieldname: target, message }))
  return new Problem(417, 'ValidationError', 'Invalid Value', first.message, { errors })
}
