import { type ApiError, fieldErrors, toApiError } from '@tavla/client'
import { errorMessage, useI18n } from '@tavla/i18n/react'
import { useState } from 'react'

/**
 * The write of a window: one at a time; a refusal stands beside the field that it names, and otherwise is the window's
 * `message`. `fields` are the names of those that the window shows.
 */
export function useWindowWrite(fields: readonly string[] = []) {
  const { t } = useI18n()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<ApiError | null>(null)
  const errors = problem ? fieldErrors(problem) : {}
  const isBeside = fields.some((name) => name in errors)
  return {
    isPending,
    errors,
    problem,
    message: problem && !isBeside ? errorMessage(problem, t) : null,
    clear: () => setProblem(null),
    async run(write: () => Promise<unknown>): Promise<void> {
      if (isPending) return
      setPending(true)
      setProblem(null)
      try {
        await write()
      } catch (error) {
        setProblem(toApiError(error))
      } finally {
        setPending(false)
      }
    },
  }
}
