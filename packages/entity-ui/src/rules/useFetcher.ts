import { toApiError } from '@tavla/client'
import type { Meta } from '@tavla/contract'
import { fieldUi, linkKey, useFieldServices } from '@tavla/fields/ui'
import { errorMessage, useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useEffect, useMemo } from 'react'
import { useEnvironment } from '../environment.ts'
import type { Values } from './fetch-row.ts'
import { type FetchRule, fetchRules } from './fetch-rules.ts'
import { Fetcher, type FetchForm } from './fetcher.ts'

interface FetcherOptions extends Pick<FetchForm, 'values' | 'set'> {
  meta: Meta | null
  titles: Map<string, string>
}

/** Brings the values that come along with the links of one form; null without any (reference: expressions, Fetched values). */
export function useFetcher({ meta, titles, values, set }: FetcherOptions): Fetcher | null {
  const { client } = useEnvironment()
  const { suggestLinks } = useFieldServices()
  const { t } = useI18n()
  const fetcher = useMemo(() => {
    const rules = meta && fetchRules(meta)
    return rules && rules.own.length + rules.tables.size > 0 ? new Fetcher(meta.id, rules) : null
  }, [meta])

  /** The title of a linked record that came along, for its box. */
  const learnTitle = async ({ field, fieldname }: FetchRule, found: Values) => {
    const entity = fieldUi(field.fieldtype).linksTo?.(field, found)
    const id = found[fieldname]
    if (!entity || typeof id !== 'string' || id === '' || titles.has(linkKey(entity, id))) return
    const suggestions = await suggestLinks({ entity, txt: id }, new AbortController().signal)
    titles.set(linkKey(entity, id), suggestions.find(({ value }) => value === id)?.label ?? id)
  }

  useEffect(() => {
    fetcher?.follow({
      values,
      set,
      async ask(entity, link, value, rules) {
        const question = { entity, link, value }
        const { values: found } = await client.api.get<{ values: Values }>('/api/utils/get_fetched', question)
        await Promise.all(rules.map((rule) => learnTitle(rule, found)))
        return found
      },
      onError: (error) => notify(errorMessage(toApiError(error), t), { tone: 'error' }),
    })
  })
  return fetcher
}
