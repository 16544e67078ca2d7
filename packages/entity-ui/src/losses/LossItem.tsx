import type { DefinitionLoss, LossExample } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'

/** The data lost in one field: the number of records, and the first of them with title and value. */
export function LossItem({ loss: { fieldname, records, samples, examples } }: { loss: DefinitionLoss }) {
  const shown: readonly LossExample[] = examples ?? samples.map((id) => ({ id, title: null, value: null }))
  return (
    <li>
      <bdi dir="ltr" className="loss-field">
        {fieldname}
      </bdi>
      {': '}
      <Text source="{0, plural, one {# record} other {# records}}" args={[records]} />
      <ul className="loss-samples">
        {shown.map(({ id, title, value }) => (
          <li key={id}>
            {title !== null && <bdi>{title}</bdi>}
            <bdi dir="ltr" className="loss-sample-id">
              {id}
            </bdi>
            {value !== null && <bdi className="loss-sample-value">{value}</bdi>}
          </li>
        ))}
        {records > shown.length && <li>…</li>}
      </ul>
    </li>
  )
}
