import MailTypes

/// The mailbox names used by mail programs and servers in many languages, for servers that do not report special uses.
/// Compared case-folded, without regard to accents and width.
enum SpecialUseNames {
    static let names: [(use: SpecialUse, names: [String])] = [
        (.drafts, drafts), (.sent, sent), (.trash, trash), (.junk, junk), (.archive, archive),
    ]

    /// The position of each name, folded, in the list of its use.
    static let ranks: [(use: SpecialUse, ranks: [[UInt8]: Int])] = names.map { use, names in
        (use, Dictionary(zip(names.map(SearchFold.folded), names.indices), uniquingKeysWith: { first, _ in first }))
    }

    private static let drafts = [
        "Drafts", "Draft", "Entwürfe", "Entwurf", "Brouillons", "Brouillon", "Borradores", "Borrador", "Bozze", "Bozza",
        "Rascunhos", "Rascunho", "Concepten", "Concept", "Utkast", "Kladder", "Kladde", "Luonnokset", "Luonnos", "Drög",
        "Koncepty", "Koncept", "Rozepsané", "Návrhy", "Kopie robocze", "Szkice", "Wersje robocze", "Piszkozatok",
        "Piszkozat", "Ciorne", "Schițe", "Чернови", "Черновики", "Чернетки", "Πρόχειρα", "Taslaklar", "Taslak",
        "Osnutki",
        "Skice", "Nacrti", "Mustandid", "Melnraksti", "Juodraščiai", "Esborranys", "Zirriborroak", "Borradors",
        "Drafftiau", "Dréachtaí", "טיוטות", "مسودات", "المسودات", "پیش‌نویس‌ها", "ड्राफ़्ट", "ฉบับร่าง", "ร่างจดหมาย",
        "Thư nháp", "Bản nháp", "Draf", "Konsep", "下書き", "草稿", "草稿箱", "草稿匣", "임시보관함", "임시 보관함",
    ]

    private static let sent = [
        "Sent", "Sent Items", "Sent Messages", "Sent Mail", "Sent-Mail", "Outbound", "Gesendet", "Gesendete Objekte",
        "Gesendete Elemente", "Gesendete Nachrichten", "Envoyés", "Envoyé", "Messages envoyés", "Éléments envoyés",
        "Courrier envoyé", "Enviados", "Elementos enviados", "Mensajes enviados", "Correo enviado", "Posta inviata",
        "Inviati", "Inviata", "Messaggi inviati", "Elementi inviati", "Itens enviados", "E-mails enviados",
        "Mensagens enviadas", "Verzonden", "Verzonden items", "Verzonden berichten", "Skickat", "Skickade",
        "Skickade objekt", "Sendt", "Sendte elementer", "Sendt post", "Sendte e-mails", "Lähetetyt",
        "Lähetetyt viestit",
        "Send atriði", "Sendur póstur", "Odeslané", "Odeslaná pošta", "Odeslané zprávy", "Odoslané", "Odoslaná pošta",
        "Wysłane", "Elementy wysłane", "Elküldött", "Elküldött üzenetek", "Elküldött elemek", "Trimise",
        "Elemente trimise", "Mesaje trimise", "Изпратени", "Отправленные", "Надіслані", "Відправлені", "Απεσταλμένα",
        "Gönderilmiş Öğeler", "Gönderilenler", "Gönderilmiş Postalar", "Poslano", "Poslana pošta", "Poslane stavke",
        "Послато", "Saadetud", "Saadetud kirjad", "Nosūtītie", "Nosūtītās", "Išsiųsta", "Išsiųsti", "Enviats",
        "Elements enviats", "Bidalitakoak", "Anfonwyd", "Seolta", "דואר שנשלח", "נשלח", "פריטים שנשלחו", "المرسلة",
        "البريد المرسل", "العناصر المرسلة", "فرستاده‌شده", "ارسال شده", "भेजे गए", "ส่งแล้ว", "รายการที่ถูกส่ง", "จดหมายที่ส่งแล้ว",
        "Thư đã gửi", "Đã gửi", "Terkirim", "Dihantar", "送信済み", "送信済みメール", "送信済みアイテム", "已发送", "已发送邮件",
        "已发邮件", "已傳送", "寄件備份", "보낸편지함", "보낸 편지함", "보낸메일함",
    ]

    private static let trash = [
        "Trash", "Deleted", "Deleted Items", "Deleted Messages", "Bin", "Wastebasket", "Rubbish", "Papierkorb",
        "Gelöscht", "Gelöschte Objekte", "Gelöschte Elemente", "Corbeille", "Éléments supprimés", "Messages supprimés",
        "Papelera", "Elementos eliminados", "Papelera de reciclaje", "Mensajes eliminados", "Cestino",
        "Posta eliminata",
        "Elementi eliminati", "Lixo", "Lixeira", "Itens excluídos", "Itens eliminados", "Reciclagem", "Prullenbak",
        "Prullenmand", "Verwijderde items", "Verwijderd", "Papperskorgen", "Papperskorg", "Borttaget", "Slettet post",
        "Slettede elementer", "Papirkurv", "Papirkurven", "Søppel", "Søppelkasse", "Roskakori", "Poistetut",
        "Poistetut viestit", "Ruslakarfa", "Ruslafata", "Koš", "Odstraněná pošta", "Odstraněné", "Kôš", "Kosz",
        "Elementy usunięte", "Usunięte", "Lomtár", "Törölt elemek", "Kuka", "Coș de gunoi", "Coşul de gunoi", "Gunoi",
        "Elemente șterse", "Кошче", "Изтрити", "Корзина", "Удаленные", "Удалённые", "Кошик", "Видалені",
        "Κάδος απορριμμάτων", "Κάδος", "Διαγραμμένα", "Απορρίμματα", "Çöp", "Çöp Kutusu", "Silinmiş Öğeler", "Smetnjak",
        "Izbrisano", "Smeće", "Otpad", "Смеће", "Prügikast", "Kustutatud", "Atkritne", "Miskaste", "Dzēstie",
        "Šiukšlinė", "Šiukšliadėžė", "Ištrinta", "Paperera", "Suprimits", "Zakarrontzia", "Sbwriel", "Bruscar", "אשפה",
        "פריטים שנמחקו", "سلة المهملات", "المهملات", "المحذوفة", "العناصر المحذوفة", "زباله‌دان", "حذف شده", "कचरा", "ट्रैश",
        "ถังขยะ", "รายการที่ถูกลบ", "Thùng rác", "Tong Sampah", "Sampah", "ゴミ箱", "ごみ箱", "削除済みアイテム", "垃圾箱",
        "已删除", "已删除邮件", "垃圾桶", "刪除的郵件", "휴지통", "지운편지함",
    ]

    private static let junk = [
        "Junk", "Spam", "Junk E-mail", "Junk Email", "Junk Mail", "Bulk", "Bulk Mail", "Spamverdacht", "Junk-E-Mail",
        "Werbung", "Unerwünscht", "Indésirables", "Courrier indésirable", "Pourriel", "Correo no deseado",
        "No deseado", "Correo basura", "Posta indesiderata", "Indesiderata", "Lixo eletrônico", "Lixo electrónico",
        "Correio eletrónico não solicitado", "Ongewenst", "Ongewenste e-mail", "Ongewenste reclame", "Skräppost",
        "Uønsket post", "Uønsket e-post", "Søppelpost", "Uønsket mail", "Roskaposti", "Ruslpóstur", "Nevyžádaná pošta",
        "Nevyžádané", "Nevyžiadaná pošta", "Wiadomości-śmieci", "Niechciane", "Levélszemét", "E-mail nedorit",
        "Mesaje nedorite", "Нежелана поща", "Спам", "Нежелательная почта", "Небажана пошта",
        "Ανεπιθύμητη αλληλογραφία", "Ανεπιθύμητα", "Önemsiz", "Önemsiz E-posta", "Istenmeyen", "Neželena pošta",
        "Neželjena pošta", "Нежељена пошта", "Rämpspost", "Surogātpasts", "Mēstules", "Brukalas", "Šlamštas",
        "Correu brossa", "Zaborra", "Sothach", "Dramhphost", "דואר זבל", "ספאם", "البريد العشوائي",
        "البريد غير الهام", "هرزنامه", "स्पैम", "จดหมายขยะ", "อีเมลขยะ", "Thư rác", "Spem", "迷惑メール", "垃圾邮件",
        "垃圾郵件", "스팸메일함", "스팸함", "스팸편지함", "정크 메일",
    ]

    private static let archive = [
        "Archive", "Archives", "Archived", "Archiv", "Archivio", "Archivo", "Archivados", "Archivadas", "Arquivo",
        "Arquivados", "Arquivo morto", "Archief", "Arkiv", "Arkisto", "Skjalasafn", "Archív", "Archiwum",
        "Zarchiwizowane", "Archívum", "Archivált", "Arhivă", "Arhiva", "Архив", "Архів", "Αρχειοθήκη", "Αρχείο",
        "Arşiv",
        "Arhiv", "Архива", "Arhiiv", "Arhīvs", "Archyvas", "Arxiu", "Arxivats", "Artxiboa", "Archif", "Cartlann",
        "ארכיון", "أرشيف", "الأرشيف", "بایگانی", "संग्रह", "เก็บถาวร", "Lưu trữ", "Arsip", "Arkib", "アーカイブ", "归档", "存档",
        "封存", "보관함", "아카이브",
    ]
}
