import { sentence } from '../../../core/catalog/sentence.ts'
import { RequestError } from '../request-error.ts'

export const mirrorOff = () => new RequestError('conflict', 'MIRROR_OFF', sentence`This mirror is not on.`)
