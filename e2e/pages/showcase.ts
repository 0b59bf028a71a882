import { expect, type Page } from "@playwright/test";
import type { DirectDatabase } from "../support/test-database";
import { createOrganizationId } from "../support/organization-id";
import { create, signUp } from "./people";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type ShowcaseTexts = {
  name: string;
  about: string;
  groups: [name: string, components: string[]][];
  /** An incident: its title, then its updates, oldest first. */
  slow: [title: string, ...updates: string[]];
  late: [title: string, ...updates: string[]];
  past: [title: string, message: string][];
  maintenances: [title: string, message: string][];
};

const showcaseTexts = {
  en: {
    name: "Northwind",
    about: "Payments, payouts, and reporting for 40,000 businesses.",
    groups: [
      ["", ["Website"]],
      ["API", ["Payments API", "Payouts API", "Webhooks", "Sandbox"]],
      ["Dashboard", ["Sign-in", "Reports", "Exports", "Search"]],
      ["Infrastructure", ["Europe (Frankfurt)", "US East (Virginia)", "Asia (Tokyo)", "Email"]],
    ],
    slow: [
      "Elevated error rates on the Payments API",
      "About 12% of payment requests fail with a 503. We are investigating.",
      "A database replica in Frankfurt fell behind after this morning’s failover.",
      "We moved reads to the primary. Error rates are falling.",
      "Retries succeed. Failed requests were not charged and can be repeated safely.",
      "Error rates are below 1%. We are monitoring until the replica has caught up.",
    ],
    late: [
      "Delayed webhook deliveries",
      "Webhooks arrive up to 10 minutes late. No events are lost.",
      "We found a backlog in one queue and are adding capacity.",
    ],
    past: [
      ["Exports timed out", "Exports of more than 100,000 rows work again."],
      ["Sign-in unavailable", "An expired certificate was replaced. Everyone can sign in again."],
      ["Slow search results", "The search index was rebuilt, and results are fast again."],
      ["Reports were out of date", "Reports are current again."],
    ],
    maintenances: [
      ["Database upgrade in Frankfurt", "Payments may take a few seconds longer."],
      ["New sign-in page", "You may be asked to sign in again."],
    ],
  },
  de: {
    name: "Nordwind Zahlungsdienste",
    about: "Zahlungen, Auszahlungen und Berichte für 40.000 Unternehmen.",
    groups: [
      ["", ["Unternehmenswebsite"]],
      ["Schnittstellen", ["Zahlungsschnittstelle", "Auszahlungen", "Webhooks", "Testumgebung"]],
      ["Kundenbereich", ["Anmeldung", "Auswertungen", "Datenexporte", "Volltextsuche"]],
      ["Infrastruktur", ["Europa (Frankfurt)", "USA Ost (Virginia)", "Asien (Tokio)", "E-Mail"]],
    ],
    slow: [
      "Erhöhte Fehlerquote der Zahlungsschnittstelle",
      "Etwa 12 % der Zahlungsanfragen schlagen fehl. Wir untersuchen die Ursache.",
      "Ein Datenbankreplikat in Frankfurt ist seit der Umschaltung nicht auf dem aktuellen Stand.",
      "Lesezugriffe laufen wieder über die Hauptdatenbank. Die Fehlerquote sinkt.",
      "Wiederholte Anfragen gelingen. Fehlgeschlagene Zahlungen wurden nicht abgebucht.",
      "Die Fehlerquote liegt unter 1 %. Wir beobachten weiter.",
    ],
    late: [
      "Verzögerte Zustellung von Webhooks",
      "Webhooks kommen bis zu 10 Minuten später an. Es gehen keine verloren.",
      "Ein Rückstau in einer Warteschlange wird abgebaut.",
    ],
    past: [
      ["Zeitüberschreitung bei Datenexporten", "Große Exporte funktionieren wieder."],
      ["Anmeldung nicht möglich", "Ein abgelaufenes Zertifikat wurde ersetzt."],
      ["Langsame Suchergebnisse", "Der Suchindex wurde neu aufgebaut."],
      ["Veraltete Auswertungen", "Auswertungen sind wieder aktuell."],
    ],
    maintenances: [
      ["Aktualisierung der Datenbank in Frankfurt", "Zahlungen können länger dauern."],
      ["Neue Anmeldeseite", "Unter Umständen müssen Sie sich erneut anmelden."],
    ],
  },
  ar: {
    name: "شركة رياح الشمال",
    about: "المدفوعات والتحويلات والتقارير لأربعين ألف شركة.",
    groups: [
      ["", ["الموقع الإلكتروني"]],
      ["واجهات البرمجة", ["واجهة المدفوعات", "واجهة التحويلات", "Webhooks", "بيئة الاختبار"]],
      ["لوحة التحكم", ["تسجيل الدخول", "التقارير", "التصدير", "البحث"]],
      ["البنية التحتية", ["أوروبا (فرانكفورت)", "شرق أمريكا", "آسيا (طوكيو)", "البريد"]],
    ],
    slow: [
      "ارتفاع معدل الأخطاء في واجهة المدفوعات",
      "تفشل نحو 12٪ من طلبات الدفع. نحن نبحث في السبب.",
      "تأخرت نسخة من قاعدة البيانات في فرانكفورت بعد التحويل هذا الصباح.",
      "نقلنا عمليات القراءة إلى القاعدة الرئيسية، وبدأت الأخطاء تنخفض.",
      "تنجح الطلبات عند إعادة المحاولة، ولم يُخصم أي مبلغ عن الطلبات الفاشلة.",
      "معدل الأخطاء أقل من 1٪. نواصل المراقبة.",
    ],
    late: [
      "تأخر إرسال الإشعارات",
      "تصل الإشعارات متأخرة حتى 10 دقائق، ولا تضيع أي منها.",
      "وجدنا تراكمًا في أحد الطوابير ونضيف سعة جديدة.",
    ],
    past: [
      ["انتهاء مهلة التصدير", "يعمل تصدير الملفات الكبيرة من جديد."],
      ["تعذر تسجيل الدخول", "استبدلنا شهادة منتهية الصلاحية."],
      ["بطء نتائج البحث", "أعدنا بناء فهرس البحث."],
      ["تقارير قديمة", "أصبحت التقارير محدثة من جديد."],
    ],
    maintenances: [
      ["ترقية قاعدة البيانات في فرانكفورت", "قد تستغرق المدفوعات وقتًا أطول قليلًا."],
      ["صفحة تسجيل دخول جديدة", "قد يُطلب منكم تسجيل الدخول مرة أخرى."],
    ],
  },
  ja: {
    name: "ノースウィンド",
    about: "4万社の決済、送金、レポートを支えるサービスです。",
    groups: [
      ["", ["ウェブサイト"]],
      ["API", ["決済API", "送金API", "Webhook", "サンドボックス"]],
      ["ダッシュボード", ["ログイン", "レポート", "エクスポート", "検索"]],
      [
        "インフラ",
        ["欧州（フランクフルト）", "米国東部（バージニア）", "アジア（東京）", "メール"],
      ],
    ],
    slow: [
      "決済APIでエラー率が上昇",
      "決済リクエストの約12%が503エラーになっています。原因を調査しています。",
      "今朝の切り替え後、フランクフルトのデータベースのレプリカに遅延が発生しています。",
      "読み取りをプライマリに切り替え、エラー率は下がっています。",
      "再試行は成功します。失敗したリクエストは請求されず、安全に再送できます。",
      "エラー率は1%を下回りました。レプリカが追いつくまで監視を続けます。",
    ],
    late: [
      "Webhookの配信の遅延",
      "Webhookの配信が最大10分遅れています。イベントは失われません。",
      "キューの滞留が原因と判明し、処理能力を増強しています。",
    ],
    past: [
      ["エクスポートのタイムアウト", "10万行を超えるエクスポートが再び利用できます。"],
      ["ログイン障害", "期限切れの証明書を交換し、ログインできるようになりました。"],
      ["検索結果の遅延", "検索インデックスを再構築し、速度が回復しました。"],
      ["レポートの更新の遅れ", "レポートは最新の状態に戻りました。"],
    ],
    maintenances: [
      ["フランクフルトのデータベース更新", "決済に数秒長くかかる場合があります。"],
      ["新しいログインページ", "再度ログインを求められる場合があります。"],
    ],
  },
} satisfies Record<string, ShowcaseTexts>;

export type Showcase = { orgID: string; incident: string; maintenance: string; past: string };

export async function createShowcase(
  page: Page,
  database: DirectDatabase,
  {
    language = "en",
    state = "incidents",
    now = Date.now(),
  }: {
    language?: keyof typeof showcaseTexts;
    state?: "incidents" | "operational" | "outage";
    now?: number;
  } = {},
): Promise<Showcase> {
  const { name, about, groups, slow, late, past, maintenances }: ShowcaseTexts =
    showcaseTexts[language];
  await signUp(page);
  const orgID = createOrganizationId();
  const org = `/v1/organizations/${orgID}`;
  const change = async (path: string, data: object) =>
    expect((await page.request.patch(`${org}${path}`, { data })).ok(), path).toBe(true);
  const ago = (ms: number) => new Date(now - ms).toISOString();
  await create(page, "/v1/organizations", { id: orgID, name });
  await change("", {
    about,
    time_zone: "Europe/Berlin",
    website_url: "https://northwind.example",
    support_url: "https://northwind.example/help",
    languages: language === "ar" ? ["en", "de"] : [language, language === "en" ? "de" : "en"],
  });

  const ids: string[] = [];
  for (const [group, names] of groups) {
    const group_id =
      group === ""
        ? null
        : (await create(page, `${org}/component-groups`, { name: group, collapsed: true })).id;
    for (const component of names)
      ids.push(
        (
          await create(page, `${org}/components`, {
            name: component,
            group_id,
            start_date: ago((ids.length % 2 === 0 ? 200 : 60) * DAY).slice(0, 10),
          })
        ).id,
      );
  }
  const component = (index: number) => ids[index]!;
  const report = async (data: object) => (await create(page, `${org}/incidents`, data)).id;

  const pastDays = [3, 9, 33, 71];
  const pastImpacts = ["minor", "critical", "minor", "major"];
  const pastIds: string[] = [];
  for (const [index, [title, body]] of past.entries()) {
    const start = Math.floor(now / DAY - pastDays[index]!) * DAY + 9 * HOUR;
    pastIds.push(
      await report({
        title,
        body,
        impact: pastImpacts[index],
        component_ids: [component([7, 5, 8, 6][index]!)],
        started_at: new Date(start).toISOString(),
        resolved_at: new Date(start + (index + 1) * HOUR).toISOString(),
      }),
    );
  }
  let incident = "";
  if (state !== "operational") {
    const statuses = ["identified", "identified", "monitoring", "monitoring"];
    for (const [[title, first, ...updates], impact, affected, minutes] of [
      [late, "minor", [3], 40],
      [slow, "major", [1, 9], 160],
    ] as const) {
      incident = await report({
        title,
        body: first,
        impact: state === "outage" ? "critical" : impact,
        component_ids: state === "outage" ? ids : affected.map(component),
        started_at: ago(minutes * 60_000),
        notify: false,
      });
      for (const [index, body] of updates.entries()) {
        const path = `/incidents/${incident}/updates`;
        const status = statuses[index];
        const { id } = await create(page, `${org}${path}`, { status, body, notify: false });
        const at = ago((minutes / (updates.length + 1)) * (updates.length - index) * 60_000);
        // Sets the time in the database, because the API uses the time of the request.
        await database.query(
          "UPDATE incident_updates SET display_at = ? WHERE id = ?",
          at.replace("Z", "+00:00"),
          id,
        );
      }
    }
  }
  for (const [index, [title, body]] of maintenances.entries())
    await create(page, `${org}/maintenances`, {
      title,
      body,
      scheduled_for: ago(-(index * 4 + 2) * DAY),
      scheduled_until: ago(-(index * 4 + 2) * DAY - 2 * HOUR),
      component_ids: [component(index === 0 ? 9 : 5)],
    });
  const [{ id: maintenance }] = (await (await page.request.get(`${org}/maintenances`)).json()) as [
    { id: string },
  ];

  await expect
    .poll(async () => (await page.request.get(`/status/${orgID}`)).text())
    .toContain(maintenances[1]![0]);
  return { orgID, incident, maintenance, past: pastIds[1]! };
}
