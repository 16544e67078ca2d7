import { longTextInput } from '../long-text-input.tsx'

export default longTextInput('Long Text', 6)
