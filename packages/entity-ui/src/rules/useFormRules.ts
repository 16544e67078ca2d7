import type { Meta } from '@tavla/contract'
import type { FormInput, FormOutcome } from '@tavla/expressions/form'
import { currencyDigits } from '@tavla/fields/rows'
import { loadedPart, loadPart } from '@tavla/ui'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { hasRules } from './has-rules.ts'
import { loadRules } from './load-rules.ts'

type Code = Awaited<ReturnType<typeof loadRules>>

export interface FormRules {
  /** True while the code of the expressions is on its way; until then nothing is known of the form's fields. */
  isLoading: boolean
  /** Works the form out; null for an entity without expressions, or when their code could not be loaded. */
  outcomeOf(input: Omit<FormInput, 'context'>): FormOutcome | null
}

/** The expressions of one form, whose code may load only with the form (reference: screens, Detail form). */
export function useFormRules(meta: Meta | null): FormRules {
  const { session, now } = useEnvironment()
  const isNeeded = useMemo(() => meta !== null && hasRules(meta), [meta])
  const code = useCode(isNeeded)
  const { currency, user, roles = none } = session
  const work = useMemo(
    () => (meta && isNeeded && code ? new code.FormWork(meta, { currency, digitsOf: currencyDigits }) : null),
    [meta, isNeeded, code, currency],
  )
  const outcomeOf = useCallback(
    (input: Omit<FormInput, 'context'>) => {
      const moment = now()
      const context = { user, roles, today: moment.slice(0, 10), now: moment }
      return work?.work({ ...input, context }) ?? null
    },
    [work, now, user, roles],
  )
  return { isLoading: isNeeded && code === undefined, outcomeOf }
}

/** The code when it is needed: undefined while it loads, null if it does not come. */
function useCode(isNeeded: boolean): Code | null | undefined {
  const [code, setCode] = useState<Code | null | undefined>(() => loadedPart(loadRules))
  useEffect(() => {
    if (!isNeeded || code) return
    let isGone = false
    loadPart(loadRules).then(
      (module) => !isGone && setCode(module),
      () => !isGone && setCode(null),
    )
    return () => {
      isGone = true
    }
  }, [isNeeded, code])
  return code
}

const none: readonly string[] = []
