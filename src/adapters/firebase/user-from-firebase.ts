import type { User as FirebaseUser } from 'firebase/auth'

import type { User } from '../../core/auth/user.ts'

export const userFromFirebase = (user: FirebaseUser): User => ({
  uid: user.uid,
  email: user.email,
  emailVerified: user.emailVerified,
  displayName: user.displayName,
  photoUrl: user.photoURL,
  phoneNumber: user.phoneNumber,
  tenantId: user.tenantId,
  isAnonymous: user.isAnonymous,
  providerData: user.providerData.map(({ providerId, uid, email, displayName, photoURL, phoneNumber }) => ({
    providerId,
    uid,
    email,
    displayName,
    photoUrl: photoURL,
    phoneNumber,
  })),
})
