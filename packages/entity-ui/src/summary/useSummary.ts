import type { ApiError, EntityStore, SummaryQuestion } from '@tavla/client'
import { watchSummary } from '@tavla/client/summary'
import type { SummaryAnswer } from '@tavla/contract'
import { useEffect, useState } from 'react'

interface Summary {
  /** Null until the first answer; after a failure the former one stays. */
  answer: SummaryAnswer | null
  error: ApiError | null
}

/** Exact numbers over all that a list matches, current while others write; null asks nothing (reference: http-api, Sums and groups). */
export function useSummary(store: EntityStore, question: SummaryQuestion | null): Summary {
  const text = question && JSON.stringify(question)
  const [summary, setSummary] = useState<Summary & { of: string | null }>({ of: null, ...none })
  useEffect(() => {
    if (text === null) return
    return watchSummary(store, JSON.parse(text), (answer, error) =>
      setSummary((former) => ({ of: text, answer: answer ?? (former.of === text ? former.answer : null), error })),
    )
  }, [store, text])
  // Numbers of another question are no answer to this one.
  return summary.of === text ? summary : none
}

const none: Summary = { answer: null, error: null }
