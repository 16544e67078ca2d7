import { longTextUi } from '../long-text-ui.tsx'

export default longTextUi('Text', 4)
