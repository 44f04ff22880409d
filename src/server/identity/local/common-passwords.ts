/**
 * Passwords of eight and more characters that stand at the top of published lists of leaked ones, in small letters; OWASP's Authentication
 * Cheat Sheet and NIST SP 800-63B-4 (section 3.1.1.2) ask that such are refused.
 */
const COMMON = `
password password1 password12 password123 password1234 password12345 password! password1! passw0rd p@ssw0rd p@ssword p@$$w0rd pa$$word
passwort passwort1 passwort123 kennwort1 motdepasse contraseña senha123 parola123 12345678 123456789 1234567890 12345678910 0123456789
0987654321 987654321 87654321 123123123 1231231234 123321123 12341234 12344321 11223344 1122334455 112233445566 123454321 1234554321
123456123 123456654321 12345679 123456789a 123456789q 123456a123 1234qwer 123qweasd 123qwe123 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx123 qazwsxedc qwer1234 qwert123 qwerty12 qwerty123
qwerty1234 qwerty12345 qwerty123456 qwertyui qwertyuiop qwertz123 qwertzui qwertzuiop qwertyqwerty azertyuiop asdfghjk asdfghjkl
asdf1234 asdfasdf asdfqwer asd123456 zxcvbnm1 zxcvbnm123 zxcvbnm, zaq12wsx zaq1zaq1 zaq1xsw2 a1234567 a12345678 a123456789 aa123456
aa12345678 ab123456 abc12345 abc123456 abcd1234 abcd12345 abcdefg1 abcdefgh abcabcabc az123456 aaaaaaaa 11111111 111111111 1111111111
00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 888888888 99999999 999999999 12121212 13131313
21212121 10101010 01010101 69696969 31415926 147258369 741852963 789456123 159357456 159753456 963852741 123789456 456789123 135792468 147852369
iloveyou iloveyou1 iloveyou2 ilovegod loveyou1 lovelove loveme123 iloveme1 mylove123 princess princess1 sunshine sunshine1 football football1
baseball baseball1 basketball softball1 superman superman1 batman123 spiderman pokemon1 pokemon123 starwars starwars1 minecraft liverpool liverpool1
arsenal1 arsenal123 chelsea1 chelsea123 barcelona realmadrid juventus1 manchester manunited cristiano ronaldo7 michael1 michelle jennifer
jessica1 jonathan jordan23 charlie1 christian christopher elizabeth alexander alexandra anthony1 samantha stephanie nicholas victoria
patrick1 benjamin gabriel1 isabella caroline veronica danielle daniel123 andrew123 ashley123 matthew1 thomas123 hannah123 nicole123
computer computer1 internet internet1 internet123 whatever whatever1 trustno1 letmein1 letmein123 welcome1 welcome12 welcome123 welcome1234
welcome! welcome01 willkommen changeme changeme1 changeme123 change123 default1 default123 temppass temp1234 test1234 test12345 testtest testing1
testing123 testpass sample123 example1 guest123 guestguest admin123 admin1234 admin12345 administrator administrator1 adminadmin admin@123 root1234
rootroot toor1234 user1234 useruser master123 mastermaster manager1 secret12 secret123 secretsecret topsecret hello123 hello1234 hellohello
helloworld dragon123 monkey123 shadow123 freedom1 freedom123 killer123 hunter12 mustang1 mercedes ferrari1 porsche1 corvette yamaha123 midnight
butterfly blink182 slipknot metallica nirvana1 babygirl babygirl1 sweetheart chocolate cheesecake strawberry banana123 cookie123 pepper123
ginger123 snoopy123 scooby123 tinkerbell garfield snickers charlie123 maverick thunder1 lightning phoenix1 playboy1 startrek discovery
gateway1 rainbow1 summer123 summer2023 summer2024 summer2025 summer2026 winter123 winter2023 winter2024 winter2025 winter2026 spring2024 spring2025
spring2026 autumn2024 autumn2025 autumn2026 sommer2024 sommer2025 sommer2026 january1 february monday123 september september1 november december
company1 company123 business1 database database1 postgres postgres1 postgresql mysql123 server123 oracle123 cisco123 samsung1 samsung123 google123
google12 facebook facebook1 instagram twitter1 linkedin linkedin1 dropbox1 adobe123 photoshop azerty123 fuckyou1 fuckyou2 fuckyou123 asshole1
bismillah jesus123 jesuschrist godisgood blessed1 shalom123 australia america1 germany1 deutschland schatz123 hallo123 hallo1234 sonnenschein
schalke04 borussia bayern123 fussball berlin123 hamburg1 frankreich bonjour1 doudou123 marseille soleil123 chouchou camille1 nintendo playstation
xbox360x counterstrike worldofwarcraft leagueoflegends correcthorsebatterystaple millrace millrace1 millrace123
`

const LIST: ReadonlySet<string> = new Set(COMMON.trim().split(/\s+/))

/** Whether others would try this password first: one on the list, or one character again and again. */
export const isCommonPassword = (password: string): boolean =>
  LIST.has(password.toLowerCase()) || new Set(password).size === 1
