import type { FieldTypeUi } from '../ui-types.ts'

const password: FieldTypeUi = {
  type: 'Password',
  View: () => <bdi dir="ltr">••••••••</bdi>,
  Cell: () => null,
  blank: null,
  isUnfilterable: true,
  isUnlisted: true,
  defaultBy: 'none',
  sample: { value: '********' },
  example: () => null,
}

export default password
