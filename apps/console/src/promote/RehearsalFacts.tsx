import { useI18n } from '@tavla/i18n/react'
import type { Rehearsal } from './promotion-calls.ts'

/** The outcome of trying the plan on a copy. */
export function RehearsalFacts({
  rehearsal: { seconds, items, converted, lost = [], failed = [] },
}: {
  rehearsal: Rehearsal
}) {
  const { t, formatNumber } = useI18n()
  const facts = [
    [t('Items'), formatNumber(items, 0)],
    [t('Converted'), formatNumber(converted, 0)],
    [t('Loss'), formatNumber(lost.length, 0)],
    [t('Failed', undefined, 'status'), formatNumber(failed.length, 0)],
    [t('Rehearsal'), t('{0} s', [formatNumber(seconds, 1)])],
  ] as const
  return (
    <section className="rehearsal" aria-label={t('Rehearsal')}>
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {[...failed, ...lost].length > 0 && (
        <ul>
          {[...failed, ...lost].map((one) => (
            <li key={JSON.stringify(one)}>
              <bdi>{typeof one === 'string' ? one : wordsOf(one)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The sentence of a part of the outcome, else all that it says. */
function wordsOf(one: unknown): string {
  const { message, text, key } = one as Readonly<Record<string, unknown>>
  const said = [key, message ?? text].filter((part) => typeof part === 'string')
  return said.length > 0 ? said.join(': ') : JSON.stringify(one)
}
