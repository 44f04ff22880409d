import { tryKinds } from './try-kinds.ts'

tryKinds('mysql')
