import { within, type Forge, type Planted } from './forge.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const linesOf = (text: string, length: number): string =>
  (text.match(new RegExp(`.{1,${String(length)}}`, 'g')) ?? []).join('\n');

function key(f: Forge): string {
  const label = ['PRIVATE', 'KEY'].join(' ');
  return [
    `-----BEGIN ${label}-----`,
    ...[64, 64, 64, 30].map((length) => f.base64(length)),
    `-----END ${label}-----`,
  ].join('\n');
}

function kubeconfig(f: Forge): string {
  const certificate = base64(`-----BEGIN CERTIFICATE-----\n${f.base64(200)}\n`);
  return [
    'apiVersion: v1\nkind: Config\nclusters:\n- name: staging\n  cluster:\n    server: https://k8s.example.com:6443',
    `    certificate-authority-data: ${certificate}\nusers:\n- name: deploy\n  user:\n    client-certificate-data: ${certificate}`,
    `    client-key-data: ${base64(key(f))}\n`,
  ].join('\n');
}

const inFiles = (f: Forge): Planted[] => {
  const [id, secret] = [`AK·IA${f.upper(16)}`, f.base64(40)];
  return [
    within('encoded_secret', '    client-key-data: ', base64(key(f)), '\n'),
    within('encoded_secret', 'data:\n  tls.key: ', base64(key(f)), '\n'),
    within('encoded_secret', 'KUBECONFIG_DATA=', base64(kubeconfig(f))),
    within('encoded_secret', '$ base64 ~/.kube/config\n', linesOf(base64(kubeconfig(f)), 76), '\n'),
    within('encoded_secret', '"env": "', base64(`NODE_ENV=production\nDB_HOST=db\nDB_PASSWORD=${f.alnum(20)}\n`), '"'),
    within('connection_password', 'db.example.com:5432:shop:app:', `${f.alnum(10)}!x`),
    within('connection_password', 'cat .pgpass\n*:*:*:postgres:', f.alnum(12), '\n'),
    within('connection_password', '# staging\nlocalhost:6432:shop:app:', 'harbour-seals', '\n'),
    within('aws', `Access key ID,Secret access key\n${id.replace('·', '')},`, secret, '\n'),
    within(
      'credential_assignment',
      'User name,Password,Console login link\nbob,',
      `${f.alnum(12)}!`,
      ',https://example.com/console\n',
    ),
    within('connection_password', 'jdbc:oracle:thin:shop/', f.alnum(10), '@//db.example.com:1521/ORCL'),
    within('connection_password', 'jdbc:oracle:oci:scott/', 'tigerlily', '@orcl'),
    within('connection_password', 'SQL> CONNECT app/', f.alnum(9), '@db1\nConnected.'),
    within('laravel', 'APP_KEY=', `base64·:${f.base64(43)}=`),
    within('laravel', "'key' => '", `base64·:${f.base64(43)}=`, "',"),
    within('facebook', 'access: ', `EA·AG${f.alnum(160)}`),
    within('facebook', 'https://graph.facebook.com/me?x=', `EA·AC${f.alnum(90)}`, '&fields=id'),
    within(
      'wallet',
      'root ',
      `xp·rv9s21ZrQH143K${Array.from({ length: 95 }, () => f.of('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 1)).join('')}`,
    ),
  ];
};

const inCommands = (f: Forge): Planted[] => {
  const of = (before: string, secret = `${f.alnum(9)}!`, after = ''): Planted =>
    within('command_password', before, secret, after);
  return [
    of('mongosh "db.example.com/shop" -u app -p ', f.alnum(12)),
    of('mongodump --host db -u app -p', `8${f.alnum(12)}`, ' --out /tmp/x'),
    of('cqlsh db.example.com 9042 -u cassandra -p ', f.alnum(10), ' -e "describe keyspaces"'),
    of('ldapsearch -x -H ldap://ldap -D "cn=admin,dc=example,dc=org" -w ', undefined, ' -b dc=example'),
    of("ldapadd -x -D cn=admin -w '", undefined, "' -f people.ldif"),
    of('az login --service-principal -u 0f3c -p ', f.alnum(34), ' --tenant example.org'),
    of('smbclient //files/share -U bob%', undefined, ' -c ls'),
    of('rpcclient -U "acme\\\\bob%', f.alnum(9), '" dc1'),
    of('net use Z: \\\\files\\share ', undefined, ' /user:acme\\bob'),
    of('net use \\\\files\\share /user:acme\\bob ', undefined, ' /persistent:no'),
    of('net user bob ', undefined, ' /add'),
    of('7z a -mhe=on -p', undefined, ' backup.7z data'),
    of('7z x backup.7z -p"', undefined, '" -o/tmp'),
    of("echo 'bob:", undefined, "' | chpasswd"),
    of('echo "root:', undefined, '" | sudo chpasswd'),
    of('chpasswd <<< "bob:', undefined, '"'),
    of('echo ', f.alnum(20), ' | docker login -u bob --password-stdin registry.example.com'),
    of("printf '%s' '", f.alnum(20), "' | helm registry login ghcr.io -u bob --password-stdin"),
    of('sqlplus -s scott/', f.alnum(8), '@//db.example.com:1521/ORCL @x.sql'),
    of('sqlplus system/', 'oraclewords', '@orcl as sysdba'),
    of('expdp userid=app/', f.alnum(9), '@db directory=dumps'),
    of('sqlcmd -S db -U sa -P ', undefined, ' -Q "select 1"'),
    of('kubectl exec db-0 -- mysql -uroot -p', f.alnum(12), ' shop'),
    of('sudo mongo admin -u root -p ', f.alnum(12)),
    of('keytool -list -keystore app.jks -storepass ', f.alnum(10)),
    of('redis-cli -h cache -a ', f.alnum(16), ' ping'),
    of('rabbitmqctl change_password bob ', f.alnum(12)),
    of('zip -e -P ', f.alnum(10), ' x.zip data'),
  ];
};

const inLayouts = (f: Forge): Planted[] => {
  const of = (before: string, secret = `harbour-${f.digits(4)}`, after = ''): Planted =>
    within('credential_assignment', before, secret, after);
  return [
    of('| User | Password | Note |\n|------|----------|------|\n| bob | ', undefined, ' | staging |\n'),
    of('| Service | API key |\n|:--|--:|\n| Search | `', f.alnum(20), '` |\n'),
    of('User | Password\n--- | ---\nbob | ', undefined, '\n'),
    of('<table><tr><th>User</th><th>Password</th></tr><tr><td>bob</td><td>', undefined, '</td></tr></table>'),
    of(
      '<table>\n <thead><tr><th>Host</th>\n  <th class="x"><b>DB password</b></th></tr></thead>\n <tr><td>db1</td>\n  <td><code>',
      undefined,
      '</code></td></tr></table>',
    ),
    of('<tr><th>Password</th><td>', undefined, '</td></tr>'),
    of('name;passwort;rolle\nbob;', undefined, ';admin\n'),
    of('user\tpassword\trole\nbob\t', undefined, '\tadmin\n'),
    of('password -> ', undefined, '\n'),
    of('db password => ', undefined),
    of('password → ', undefined),
    of('password\t', undefined, '\n'),
    of('user\tbob\npassword:\t', undefined, '\nrole\tadmin'),
    of('Password:\u00a0', undefined),
    of('Password\u00a0:\u00a0', undefined),
    of('Password:\n', undefined, '\nNext steps'),
    of('Your new password\n\n    ', undefined, '\n\nPlease change it.'),
    of('**Password**\n> `', undefined, '`\n'),
    of("await page.locator('#password').fill('", undefined, "');"),
    of(`await page.fill('input[name="password"]', '`, undefined, "')"),
    of("page.getByLabel('Password').pressSequentially('", undefined, "')"),
    of('driver.find_element(By.ID, "password").send_keys("', undefined, '")'),
    of('{"selector": "#password", "text": "', undefined, '"}'),
    of('{"text": "', undefined, '", "selector": "input#user-password"}'),
    of('Das Passwort lautet ', undefined, '.'),
    of('Das Kennwort für die Datenbank ist ', undefined, '.'),
    of('Passwort: ', undefined),
    of('Kennwort = "', undefined, '"'),
    of('DB_PASSWORT=', undefined),
    of('{"kennwort": "', undefined, '"}'),
    of('API-Schlüssel: ', f.alnum(24)),
    of('Le mot de passe est ', undefined, '.'),
    of('Mot de passe : ', undefined),
    of('mdp=', undefined),
    of('"mot_de_passe": "', undefined, '"'),
    of('Clé secrète : ', f.alnum(24)),
    of('La contraseña es ', undefined, '.'),
    of('Contraseña: ', undefined),
    of('contrasena=', undefined),
    of('usuario: bob, clave: ', undefined),
    of('"clave_secreta": "', f.alnum(24), '"'),
  ];
};

/** Secrets in files, commands and layouts that were once stored in clear. */
export const plantedInLayouts = (f: Forge): Planted[] => [...inFiles(f), ...inCommands(f), ...inLayouts(f)];
