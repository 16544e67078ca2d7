import type { ApiError, EntityStore, SummaryQuestion } from '@tavla/client'
import { watchSummary } from '@tavla/client/summary'
import type { SummaryAnswer } from '@tavla/contract'
import { useEffect, useState } from 'react'

interface Summary {
  /** Null until the first answer; after a failure the former one stays. */
  answer: SummaryAnswer | null
  error: ApiError | null
}

/**
 * Exact numbers over all that a list matches, current while others write; null asks nothing
 * (reference: http-api, Sums and groups). Another `round` asks again.
 */
export function useSummary(store: EntityStore, question: SummaryQuestion | null, round = 0): Summary {
  const text = question && JSON.stringify(question)
  const [summary, setSummary] = useState<Summary & { of: string | null }>({ of: null, ...none })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again
  useEffect(() => {
    if (text === null) return
    return watchSummary(store, JSON.parse(text), (answer, error) =>
      setSummary((former) => ({ of: text, answer: answer ?? (former.of === text ? former.answer : null), error })),
    )
  }, [store, text, round])
  // Numbers of another question are no answer to this one.
  return summary.of === text ? summary : none
}

const none: Summary = { answer: null, error: null }
