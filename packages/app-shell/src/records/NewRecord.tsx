export { NewRecordModal as default } from '@tavla/entity-ui'
