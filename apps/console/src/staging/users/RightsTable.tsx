import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, Pill, VisuallyHidden } from '@tavla/ui'
import { type EntityRights, isForOwn, ownRole, rightColumns } from './rights.ts'

/** A matrix of entities and rights with the roles behind them; on narrow screens each entity lists its rights in a line. */
export function RightsTable({ rights }: { rights: readonly EntityRights[] }) {
  const { t } = useI18n()
  return (
    <table className="rights-table" aria-label={t('Effective Rights')}>
      <thead>
        <tr>
          <th scope="col">
            <Text source="Entity" />
          </th>
          {rightColumns.map(({ right, label }) => (
            <th key={right} scope="col" className="rights-cell">
              <Text source={label} />
            </th>
          ))}
          <th scope="col">
            <Text source="Granted By" />
          </th>
        </tr>
      </thead>
      <tbody>
        {rights.map((row) => (
          <RightsRow key={row.entity} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function RightsRow({ row }: { row: EntityRights }) {
  const { t } = useI18n()
  return (
    <tr>
      <th scope="row">
        <span className="rights-entity">
          <bdi data-source={row.entity}>{t(row.entity)}</bdi>
          {row.if_owner === 1 && (
            <Pill color="Orange">
              <Text source="If Owner" />
            </Pill>
          )}
        </span>
      </th>
      {rightColumns.map(({ right, label }) => (
        <td key={right} className="rights-cell" data-given={row[right] === 1 || undefined}>
          {row[right] === 1 ? <Given label={label} isForOwn={isForOwn(row, right)} /> : <NotGiven />}
        </td>
      ))}
      <td className="rights-reasons">
        <ul>
          {row.because.map(({ role, via }) => (
            <li key={`${role}\n${via}`}>
              <bdi data-source={role}>{t(role)}</bdi>
              <span className="rights-via">
                {via === ownRole ? <Text source={ownRole} /> : <bdi title={t('Role Profile')}>{via}</bdi>}
              </span>
            </li>
          ))}
        </ul>
      </td>
    </tr>
  )
}

function Given({ label, isForOwn: isOwn }: { label: string; isForOwn: boolean }) {
  const { t } = useI18n()
  return (
    <>
      <Icon name={isOwn ? 'person' : 'check'} size="small" label={t(isOwn ? 'If Owner' : 'Yes')} />
      <span className="rights-label" aria-hidden="true">
        {t(label)}
      </span>
    </>
  )
}

function NotGiven() {
  const { t } = useI18n()
  return (
    <span className="rights-none">
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{t('No')}</VisuallyHidden>
    </span>
  )
}
