import { Text } from '@tavla/i18n/react'

/** The head of a table, a column for each text. */
export function TableHead({ texts }: { texts: readonly string[] }) {
  return (
    <thead>
      <tr>
        {texts.map((text) => (
          <th key={text} scope="col">
            <Text source={text} />
          </th>
        ))}
      </tr>
    </thead>
  )
}
