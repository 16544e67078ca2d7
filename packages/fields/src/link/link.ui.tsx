import { LinkCellText, LinkViewText } from '../LinkText.tsx'
import type { FieldTypeUi } from '../ui-types.ts'
import { targetOf } from './link-target.ts'

const link: FieldTypeUi = {
  type: 'Link',
  View: (props) => <LinkViewText {...props} entity={targetOf(props.field)} />,
  Cell: (props) => <LinkCellText {...props} entity={targetOf(props.field)} />,
  filterKind: 'choice',
  holdsUser: ({ options }) => options === 'User',
  blank: null,
  isSearched: true,
  isLine: true,
  namesEntity: ({ options }) => options === 'Entity',
  options: { kind: 'entity' },
  defaultHint: ({ options }) => (options === 'User' ? '__user stands for whoever makes the record' : undefined),
  isChoice: true,
  linksTo: targetOf,
  sample: { value: 'a1b2c3d4e5', options: 'Contact' },
  example: () => null,
}

export default link
