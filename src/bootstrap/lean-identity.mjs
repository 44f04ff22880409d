const AUTH = /node_modules\/@firebase\/auth\/dist\/esm\/index-\w+\.js$/
/** Kept in the bundle by these assignments alone. */
const UNUSED = /^(Browser(Local|Session)Persistence|(Facebook|Github|Twitter)AuthProvider)\.\w+ = .*;$/gm

/** A plugin of the build that leaves out ways to sign in, and places to keep the session, that we do not offer. */
export function leanIdentity() {
  return {
    name: 'lean-identity',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!AUTH.test(id)) return
      if (!UNUSED.test(code)) this.error('the identity library writes its classes in another way')
      return code.replace(UNUSED, '')
    },
  }
}
