import { EntityTiles } from '@tavla/entity-ui'

export default EntityTiles
